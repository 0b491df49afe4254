import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInHost } from '../testing';
import { CheckboxField, TextAreaField, TextField } from './fields';

test('a required field is named by its label and marked as required in words', () => {
  renderInHost(<TextField label="Nom" name="nom" required autoComplete="family-name" maxLength={100} />);
  const field = screen.getByRole('textbox', { name: 'Nom' });
  expect(field).toBeRequired();
  expect(field).toHaveAttribute('id', 'field-nom');
  expect(field).toHaveAttribute('name', 'nom');
  expect(field).toHaveAttribute('autocomplete', 'family-name');
  expect(field).toHaveAttribute('maxlength', '100');
  expect(screen.getByText('obligatoire')).toBeInTheDocument();
});

test('an optional field has no required mark and no description', () => {
  renderInHost(<TextField label="Téléphone" name="phone" type="tel" />);
  const field = screen.getByRole('textbox', { name: 'Téléphone' });
  expect(field).toBeValid();
  expect(field).toHaveAttribute('type', 'tel');
  expect(field).not.toHaveAttribute('aria-describedby');
  expect(screen.queryByText('obligatoire')).not.toBeInTheDocument();
});

test('a field is described by its hint and its error', () => {
  renderInHost(<TextField label="E-mail" name="email" hint="Pour vous répondre." error="L'email doit être valide" />);
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Pour vous répondre. L'email doit être valide");
});

test('a multi-line field has the same label, hint and error', async () => {
  const onChange = jest.fn();
  renderInHost(
    <TextAreaField label="Message" name="message" hint="Facultatif." error="Trop long" onChange={onChange} />,
  );
  const field = screen.getByRole('textbox', { name: 'Message' });
  expect(field).toHaveAccessibleDescription('Facultatif. Trop long');
  expect(field).toBeInvalid();
  await userEvent.setup().type(field, 'GO');
  expect(field).toHaveValue('GO');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('a checkbox is toggled by a click on its label or by the space bar', async () => {
  renderInHost(<CheckboxField label="Je souhaite un financement" name="isAgefice" hint="Selon votre fonds." />);
  const box = screen.getByRole('checkbox', { name: 'Je souhaite un financement' });
  const user = userEvent.setup();
  await user.click(screen.getByText('Je souhaite un financement'));
  expect(box).toBeChecked();
  await user.keyboard(' ');
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription('Selon votre fonds.');
});
