import { randomHex } from './hex';

const SECRET_BYTES = 32;

/** The secret of a link. Undefined on plain http, except localhost: browsers compute no digest there. */
export const createSecret = () => (crypto.subtle ? randomHex(SECRET_BYTES) : undefined);
