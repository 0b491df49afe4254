declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    readonly version: 'aes128gcm';
    readonly privateKey: ECDH;
    /** The secret is base64url. */
    readonly authSecret: string;
    /** The receiver's public key is base64url. */
    readonly dh?: string;
    readonly salt?: Buffer;
  }

  const ece: {
    encrypt(text: Buffer, parameters: Parameters): Buffer;
    decrypt(body: Buffer, parameters: Parameters): Buffer;
  };
  // biome-ignore lint/style/noDefaultExport: Node imports the exports of a CommonJS module as its default.
  export default ece;
}
