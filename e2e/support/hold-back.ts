import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';

/** Keeps matching requests waiting until the function it gives is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(pattern, async (route) => {
    await opened;
    await route.continue();
  });
  return () => gate.emit('open');
}
