import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';

/** Holds matching requests until the returned function is called, then passes them to earlier routes. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route(pattern, async (route) => {
    await opened;
    await route.fallback();
  });
  return () => gate.emit('open');
}
