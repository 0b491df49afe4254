interface Refusal {
  readonly code: string;
  readonly details: string;
}

/** The database's refusals are JSON in the message of SQLSTATE PGRST. @returns null for another error */
export function readRefusal(error: unknown): Refusal | null {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'PGRST' && typeof message === 'string' ? (JSON.parse(message) as Refusal) : null;
}

export const isRefusal = (error: unknown, code: string): boolean => readRefusal(error)?.code === code;
