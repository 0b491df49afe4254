import { PGlite } from '@electric-sql/pglite';

const QUERY_PARTS = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));

/**
 * The embedded database for several clients of its socket, which share one session. The socket server forwards single
 * messages: another client's query between a client's Parse and Bind would destroy the unnamed statement. The server
 * serves one client only while a transaction is open, so an unfinished query is reported as a transaction.
 */
export class SerializedPglite extends PGlite {
  #isMidQuery = false;
  /** Called when the engine fails; without it the socket server would be silent for ever. */
  onFailure: (error: unknown) => void = () => undefined;
  onAnswer: () => void = () => undefined;
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

  // The socket server calls this to end the transaction of a disconnected client.
  override async exec(...args: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    this.#isMidQuery = false;
    return super.exec(...args);
  }

  override async close(): Promise<void> {
    await super.close();
    this.onClosed();
  }
}
