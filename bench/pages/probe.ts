interface Probe {
  fcp: number;
  lcp: number;
  layoutShift: number;
  /** Start and end of each task of more than 50 ms. */
  longTasks: [start: number, end: number][];
  /** When the screen was last touched; 0 before. */
  tappedAt: number;
  /** When the browser was first idle after loading; 0 before. */
  idleAt: number;
  /** Duration of each interaction from input to the next paint, in ms. */
  interactions: number[];
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page before its own scripts; it must not refer to anything outside itself. */
export function installProbe(): void {
  const probe: Probe = { fcp: 0, lcp: 0, layoutShift: 0, longTasks: [], tappedAt: 0, idleAt: 0, interactions: [] };
  window.probe = probe;
  const observe = (options: PerformanceObserverInit, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ buffered: true, ...options });
  observe({ type: 'paint' }, ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.fcp = startTime;
  });
  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
    probe.lcp = startTime;
  });
  observe({ type: 'layout-shift' }, (entry) => {
    probe.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe({ type: 'longtask' }, ({ startTime, duration }) => {
    probe.longTasks.push([startTime, startTime + duration]);
  });
  observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId) probe.interactions.push(duration);
  });
  window.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      probe.tappedAt = timeStamp;
    },
    { capture: true, passive: true },
  );
  window.addEventListener('load', () =>
    requestIdleCallback(() => {
      probe.idleAt = performance.now();
    }),
  );
}
