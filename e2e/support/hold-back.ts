import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';

/** Keeps matching requests waiting until the function it gives is called, then leaves them to the routes set before. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(pattern, async (route) => {
    await opened;
    await route.fallback();
  });
  return () => gate.emit('open');
}
