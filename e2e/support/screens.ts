export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** With the animations that the other tests do without. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;
