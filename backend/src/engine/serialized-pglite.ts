import { PGlite } from '@electric-sql/pglite';

const QUERY_PARTS = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));

/**
 * The embedded database, for several clients of its socket. They share its one session, and the
 * socket server passes messages on one by one: between the Parse and the Bind of one client it
 * would let in another's query, which destroys the unnamed statement. The server keeps to one
 * client while a transaction is open, so an unfinished query is reported as one.
 */
export class SerializedPglite extends PGlite {
  #isMidQuery = false;
  /** Called when the engine itself fails; the socket server would go silent for ever. */
  onFailure: (error: unknown) => void = () => undefined;
  /** Called after each message of a client. */
  onAnswer: () => void = () => undefined;
  /** Called once the files are closed. */
  onClosed: () => void = () => undefined;

  override isInTransaction(): boolean {
    return this.#isMidQuery || super.isInTransaction();
  }

  override async execProtocolRawStream(...args: Parameters<PGlite['execProtocolRawStream']>): Promise<void> {
    const [kind = 0] = args[0];
    this.#isMidQuery = QUERY_PARTS.has(kind);
    try {
      await super.execProtocolRawStream(...args);
      this.onAnswer();
    } catch (error) {
      this.onFailure(error);
      throw error;
    }
  }

  // How the server ends the transaction of a client that has gone.
  override async exec(...args: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    this.#isMidQuery = false;
    return super.exec(...args);
  }

  override async close(): Promise<void> {
    await super.close();
    this.onClosed();
  }
}
