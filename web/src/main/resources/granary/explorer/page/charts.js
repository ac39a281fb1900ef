// The common parts of charts: they fill the available width, and their axes have round numbers.

/** The room for numbers at the left, in pixels. */
export const GUTTER = 40;

/** Draws into a container at its width, and redraws when the width changes. */
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

/** Round numbers from `min` to `max`, at most `most` of them. */
export function ticks(min, max, most) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find(one => (max - min) / one <= most) ?? 1000;
  const all = [];
  for (let at = Math.ceil(min / step) * step; at <= max; at += step) {
    all.push(at);
  }
  return all;
}
