import type { ConsentChoice, ConsentStore } from '@site/contract/host';
import { createStore } from '@site/shared-ui';

export const CONSENT_KEY = 'cookie-consent';
export const CONSENT_DATE_KEY = 'cookie-consent-at';
const KEPT_FOR_MONTHS = 6;

type ConsentWindow = Pick<Window, 'localStorage' | 'document' | 'addEventListener'>;

/** Keeps the choice in local storage for six months; without access to storage, until the page is left. */
export function createConsentStore(page: ConsentWindow, now: () => Date = () => new Date()): ConsentStore {
  const { get, set, subscribe } = createStore(read(page, now()));
  const mark = () => {
    page.document.documentElement.dataset.consent = get() ?? '';
  };
  subscribe(mark);
  mark();
  page.addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === null) set(read(page, now()));
  });

  return {
    get,
    subscribe,
    choose: (next) => {
      try {
        // The date first: another tab reads both as soon as the choice changes, and drops one without a date.
        page.localStorage.setItem(CONSENT_DATE_KEY, now().toISOString());
        page.localStorage.setItem(CONSENT_KEY, next);
      } catch (error) {
        console.warn('The browser refuses to keep the choice: it holds until this page is left.', error);
      }
      set(next);
    },
  };
}

function read(page: ConsentWindow, today: Date): ConsentChoice | null {
  try {
    const choice = page.localStorage.getItem(CONSENT_KEY);
    const chosenAt = new Date(page.localStorage.getItem(CONSENT_DATE_KEY) ?? Number.NaN);
    if ((choice === 'accepted' || choice === 'rejected') && isRecent(chosenAt, today)) return choice;
    page.localStorage.removeItem(CONSENT_KEY);
    page.localStorage.removeItem(CONSENT_DATE_KEY);
  } catch (error) {
    console.warn('The browser gives no access to local storage.', error);
  }
  return null;
}

function isRecent(chosenAt: Date, today: Date) {
  const expiry = new Date(chosenAt);
  expiry.setMonth(expiry.getMonth() + KEPT_FOR_MONTHS);
  return expiry > today;
}
