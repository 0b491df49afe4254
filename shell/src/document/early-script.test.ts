import { CONSENT_KEY } from '../consent/consent-store';
import { EARLY_SCRIPT } from './early-script';

const page = document.documentElement;

/** As the browser runs it: as a script element of the page. */
function run() {
  const script = document.createElement('script');
  script.textContent = EARLY_SCRIPT;
  document.head.append(script);
  script.remove();
}

beforeEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(page.dataset, 'js');
  Reflect.deleteProperty(page.dataset, 'consent');
});

test.each([
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['oui', ''],
  ['', ''],
])('a stored « %s » stands on the page as « %s »', (stored, shown) => {
  localStorage.setItem(CONSENT_KEY, stored);
  run();
  expect(page).toHaveAttribute('data-consent', shown);
});

test('says that scripts run, and that nothing was chosen', () => {
  run();
  expect(page).toHaveAttribute('data-js', '');
  expect(page).toHaveAttribute('data-consent', '');
});

test('where the browser refuses storage, nothing was chosen', () => {
  const spy = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Refused.', 'SecurityError');
  });
  run();
  spy.mockRestore();
  expect(page).toHaveAttribute('data-js', '');
  expect(page).toHaveAttribute('data-consent', '');
});
