// What charts have in common: they fill the width that there is, and have round numbers at their axes.

/** Room for the numbers at the left, in pixels. */
export const GUTTER = 40;

/** Draws into a container at its width, and again when that changes. */
export function drawn(container, draw) {
  let width = 0;
  const observer = new ResizeObserver(() => {
    const now = Math.floor(container.clientWidth);
    if (now > 0 && now !== width) {
      width = now;
      container.replaceChildren(draw(width));
    }
  });
  container.observer?.disconnect();
  container.observer = observer;
  observer.observe(container);
  width = Math.floor(container.clientWidth);
  container.replaceChildren(draw(Math.max(width, 200)));
}

/** Round numbers from a least to a greatest, at most so many. */
export function ticks(min, max, most) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find(one => (max - min) / one <= most) ?? 1000;
  const all = [];
  for (let at = Math.ceil(min / step) * step; at <= max; at += step) {
    all.push(at);
  }
  return all;
}
