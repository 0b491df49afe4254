import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cleanValues, emptyValues, TextFields } from './fields';
import { FormFooter } from './form-footer';
import { RequestFormElement, useRequestForm } from './submission';

const typed = { ...emptyValues(BOOKING_FIELDS), name: 'Camille', email: 'camille@gmial.com', phone: '06 12 34' };
const send = jest.fn((_request: typeof typed) => soon({ ok: true as const }));
const words = { submit: 'Envoyer', sending: 'Envoi en cours...', direct: '', sent: '' };
const host = fakeHost();

function Form() {
  const form = useRequestForm(host, {
    key: 'doubted',
    empty: typed,
    fields: BOOKING_FIELDS,
    clean: (values) => cleanValues(BOOKING_FIELDS, values),
    validate: ({ name }) => (name ? {} : { name: 'Il manque votre nom' }),
    send,
    successNotice: () => ({ title: 'Envoyé' }),
    failed: { title: 'Erreur' },
  });
  return (
    <RequestFormElement form={form}>
      <TextFields fields={BOOKING_FIELDS} form={form} />
      <FormFooter host={host} form={form} words={words} recap={undefined} problem={undefined} />
    </RequestFormElement>
  );
}

function open() {
  send.mockClear();
  renderInHost(<Form />);
  return userEvent.setup();
}

const summary = () => screen.queryByRole('group', { name: /^Rien n’est encore parti/ });

test('the first press asks about what looks mistyped, and the second one sends it as it is', async () => {
  const user = open();
  await user.click(screen.getByText('Envoyer'));
  await waitFor(() => expect(summary()).toHaveFocus());
  expect(summary()).toHaveAccessibleDescription(/«\sgmial\.com\s».*06 12 34 semble incomplet/);
  expect(send).not.toHaveBeenCalled();
  await user.click(screen.getByText('Envoyer quand même'));
  await waitFor(() => expect(send.mock.lastCall?.[0]).toMatchObject({ email: 'camille@gmial.com', phone: '06 12 34' }));
});

test('what is asked about a mistyped domain leads to its field, where the one offer replaces it by a press', async () => {
  const user = open();
  await user.clear(screen.getByLabelText('Téléphone'));
  await user.click(screen.getByText('Envoyer'));
  const asked = await screen.findByRole('group');
  await user.click(within(asked).getByRole('link', { name: /gmial\.com/ }));
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /^Vouliez-vous dire/ }));
  expect(summary()).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(send.mock.lastCall?.[0]).toMatchObject({ email: 'camille@gmail.com', phone: '' }));
});

test('another number that is too short is asked about again', async () => {
  const user = open();
  await user.click(screen.getByText('Envoyer'));
  await screen.findByText('Envoyer quand même');
  await user.type(screen.getByLabelText('Téléphone'), ' 56');
  expect(summary()).toHaveAccessibleDescription(/^Votre adresse e-mail se termine par «\sgmial\.com\s»\.$/);
  await user.click(screen.getByText('Envoyer quand même'));
  await waitFor(() => expect(summary()).toHaveAccessibleDescription(/06 12 34 56 semble incomplet/));
  expect(send).not.toHaveBeenCalled();
});

test('a number that was pasted with a tab is asked about as it will be sent', async () => {
  const user = open();
  fireEvent.change(screen.getByLabelText('Téléphone'), { target: { value: '06\t12 34' } });
  await user.click(screen.getByText('Envoyer'));
  await waitFor(() => expect(summary()).toHaveAccessibleDescription(/06 12 34 semble incomplet/));
});

test('nothing is asked before the errors of the form are corrected', async () => {
  const user = open();
  await user.clear(screen.getByLabelText('Nom complet'));
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('Il manque votre nom')).toBeVisible();
  expect(summary()).not.toBeInTheDocument();
});
