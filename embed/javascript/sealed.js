// Section 4: sealed scores of awari.

/** The scores of a layer by offset. */
export class SealedTable {
  constructor(header) {
    header.need(28, 'quantity', header.u32(28), 1);
  }
}
