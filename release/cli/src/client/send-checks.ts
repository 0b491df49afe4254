import type { ChecksRequest } from '@site/release-core/wire/wire';
import type { Site } from './site';

export async function sendChecks({ call }: Site, record: ChecksRequest): Promise<void> {
  if (record.pairs.length > 0) await call({ method: 'POST', path: 'checks', body: record, isRepeatable: true });
}
