import { createHash } from 'node:crypto';

/** Formatted for the `integrity` attribute. */
export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
