import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');

/** The facts that come with the repository. */
export const shipped = join(root, 'site.json');
