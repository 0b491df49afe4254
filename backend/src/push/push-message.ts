import { createECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';

const CURVE = 'prime256v1';

export interface Push {
  readonly id: string;
  readonly kind: 'contact' | 'reservation';
  /** The request. */
  readonly ref: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const TITLES: Readonly<Record<Push['kind'], string>> = {
  contact: 'Nouveau message',
  reservation: 'Nouvelle demande de réservation',
};

/** What the service worker of the space shows. It has no data of the person: a locked telephone shows it. */
const textOf = ({ kind, ref }: Push) => JSON.stringify({ title: TITLES[kind], url: `/espace?demande=${ref}` });

/** The body of the message to the browser's service, which cannot read it (RFC 8291). @throws when its key is none */
export function encryptPush(push: Push): Buffer {
  const privateKey = createECDH(CURVE);
  privateKey.generateKeys();
  return ece.encrypt(Buffer.from(textOf(push)), {
    version: 'aes128gcm',
    dh: push.p256dh,
    privateKey,
    salt: randomBytes(16),
    authSecret: push.auth,
  });
}
