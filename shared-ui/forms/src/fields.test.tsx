import { CONTACT_FIELDS } from '@site/contract/form-fields';
import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFormik } from 'formik';
import { emptyValues, TextFields } from './fields';

function Form() {
  const form = useFormik({ initialValues: emptyValues(CONTACT_FIELDS), onSubmit: () => undefined });
  return <TextFields fields={CONTACT_FIELDS} form={form} />;
}

test('one press replaces a mistyped domain, and the focus returns to the address', async () => {
  renderInHost(<Form />);
  const user = userEvent.setup();
  const email = screen.getByLabelText('E-mail');
  await user.type(email, 'Camille@gmial.com');
  const offer = screen.getByRole('button', { name: 'Vouliez-vous dire Camille@\u200bgmail.com\u202f?' });
  expect(offer.closest('[role=status]')).toBeInTheDocument();
  await user.click(offer);
  expect(email).toHaveValue('Camille@gmail.com');
  expect(email).toHaveFocus();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a text that is pasted beyond the limit of its field is said to be cut', async () => {
  renderInHost(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Prénom'));
  await user.paste('a'.repeat(99));
  const limit = 'Limité à 100 caractères : vérifiez la fin de votre texte.';
  expect(screen.queryByText(limit)).not.toBeInTheDocument();
  await user.paste('bc');
  expect(screen.getByText(limit)).toHaveRole('status');
});

test('the beginning of a common domain is not taken for a slip until the field is left', async () => {
  renderInHost(<Form />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail'), 'camille@gmail.co');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await user.tab();
  expect(screen.getByRole('button')).toBeVisible();
});

test('a number that is too short is said to be once its field is left, but not while a press leaves it', async () => {
  renderInHost(<Form />);
  const user = userEvent.setup();
  const words = 'Le numéro 06 12 34 semble incomplet : vérifiez-le, ou ajoutez l’indicatif de votre pays.';
  await user.type(screen.getByLabelText('Téléphone'), '06 12 34');
  expect(screen.queryByText(words)).not.toBeInTheDocument();
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByLabelText('Nom') });
  expect(screen.queryByText(words)).not.toBeInTheDocument();
  await user.pointer('[/MouseLeft]');
  expect(screen.getByText(words).closest('[role=status]')).toBeInTheDocument();
});
