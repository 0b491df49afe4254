import { rmSync } from 'node:fs';

export default async function tearDown(): Promise<void> {
  const { stopTestServer } = globalThis as { stopTestServer?: () => Promise<void> };
  await stopTestServer?.();
  rmSync(process.env.TEST_TEMPLATES ?? '', { recursive: true, force: true });
}
