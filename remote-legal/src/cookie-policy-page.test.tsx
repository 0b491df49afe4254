import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from './cookie-policy-page';

function setUp() {
  const host = fakeHost();
  renderInHost(<Page host={host} />);
  return { host, user: userEvent.setup() };
}

const openPreferences = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Modifier mes préférences' }));
  return within(screen.getByRole('dialog', { name: 'Préférences de Cookies' }));
};

test.each([
  ['Accepter', 'accepted', 'Accepté', 'Vous avez accepté'],
  ['Refuser', 'rejected', 'Refusé', 'Vous avez refusé'],
])('« %s » stores "%s", is shown at once and closes the dialog', async (button, choice, label, text) => {
  const { host, user } = setUp();
  const dialog = await openPreferences(user);
  await user.click(dialog.getByRole('button', { name: button }));
  expect(host.consent.get()).toBe(choice);
  expect(screen.getByRole('status')).toHaveTextContent(`${label}${text}`);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the cookie policy changes an earlier choice', async () => {
  const { host, user } = setUp();
  act(() => host.consent.choose('accepted'));
  expect(screen.getByRole('status')).toHaveTextContent('Accepté');
  const dialog = await openPreferences(user);
  await user.click(dialog.getByRole('button', { name: 'Refuser' }));
  expect(host.consent.get()).toBe('rejected');
});

test('the cookie policy keeps the consent unset when the dialog is closed', async () => {
  const { host, user } = setUp();
  const dialog = await openPreferences(user);
  await user.click(dialog.getByRole('button', { name: 'Fermer' }));
  expect(host.consent.get()).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('Pas encore donné');
});

test('the cookie policy lists the stored keys', () => {
  setUp();
  const used = screen.getByRole('region', { name: 'Les cookies utilisés' });
  expect(
    within(used)
      .getAllByRole('term')
      .map((key) => key.textContent),
  ).toEqual([
    'cookie-consent',
    'cookie-consent-at',
    'contact-draft',
    'booking-draft',
    'booking-link',
    'day-file-draft',
    'questionnaire-draft',
    'reported-failures',
  ]);
});
