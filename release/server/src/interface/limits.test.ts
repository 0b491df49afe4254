import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from './limits';

test('the nginx configuration in the guide accepts the largest file of a release', () => {
  const guide = readFileSync(join(__dirname, '../../../../docs/host-one-machine.md'), 'utf8');
  expect(guide).toContain(`client_max_body_size ${LIMITS.contentBytes / 1024 ** 2}m;`);
});
