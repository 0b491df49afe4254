/** A code was sent to this address, or the owner has one already. */
export interface CodeStep {
  readonly email: string;
  /** When the next code can be requested, milliseconds since 1970. */
  readonly resendAt: number;
  /** `owned`: no code was sent now. */
  readonly origin: 'sent' | 'recent' | 'owned';
}

interface Kept extends CodeStep {
  readonly keptAt: number;
}

const KEY = 'espace-connexion';
/** As long as a code is valid. */
const KEPT_MS = 600_000;

/** A phone may reload the tab while its owner reads the code in the mails. Null without a step, and after ten minutes. */
export function readCodeStep(): CodeStep | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    const { email, resendAt, origin, keptAt } = kept ?? {};
    if (typeof email !== 'string' || typeof resendAt !== 'number' || typeof keptAt !== 'number') return null;
    const age = Date.now() - keptAt;
    if (age < 0 || age > KEPT_MS) return null;
    return { email, resendAt, origin: origin === 'recent' || origin === 'owned' ? origin : 'sent' };
  } catch {
    return null;
  }
}

/** Null removes it. Without access to storage, nothing is kept. */
export function keepCodeStep(step: CodeStep | null): void {
  try {
    if (step) window.sessionStorage.setItem(KEY, JSON.stringify({ ...step, keptAt: Date.now() } satisfies Kept));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // The form works without it.
  }
}
