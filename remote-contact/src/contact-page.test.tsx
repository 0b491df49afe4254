import { prepareHydration } from '@site/forms/testing/hydration';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sendContactMessage } from './api/send-contact-message';
import { Page } from './contact-page';

jest.mock('./api/send-contact-message');

describe('contact page', () => {
  const messages = {
    prenom: 'Le prénom doit contenir au moins 2 caractères',
    nom: 'Le nom doit contenir au moins 2 caractères',
    email: "L'email doit être valide",
    telephone: 'Le numéro doit être valide',
  };

  function open() {
    renderInHost(<Page host={fakeHost()} />);
    return { user: userEvent.setup(), submit: screen.getByRole('button', { name: 'Envoyer' }) };
  }

  test('shows the link home, the title and the promise of a reply', () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Contactez-nous' })).toBeVisible();
    expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
    expect(screen.getByText(/Nous vous répondons dès que possible\.$/)).toBeVisible();
  });

  test('shows the reply time when the owner has given one', () => {
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, replyTime: 'sous 1 jour ouvré' } })} />);
    expect(screen.getByText(/Nous vous répondons dès que possible, sous 1 jour ouvré\.$/)).toBeVisible();
  });

  test('asks for the fields in order, each with its type, its autocomplete and its limit', () => {
    open();
    const fields = screen.getAllByRole<HTMLInputElement>('textbox');
    expect(fields.map(({ name }) => name)).toEqual(['prenom', 'nom', 'email', 'telephone', 'message']);
    expect(fields.map(({ type }) => type)).toEqual(['text', 'text', 'email', 'tel', 'textarea']);
    const completions = fields.slice(0, 4).map(({ autocomplete }) => autocomplete);
    expect(completions).toEqual(['given-name', 'family-name', 'email', 'tel']);
    expect(fields.map(({ required }) => required)).toEqual([true, true, true, true, false]);
    expect(fields.map(({ maxLength }) => maxLength)).toEqual([100, 100, 254, 40, 5000]);
    expect(screen.getByLabelText('Prénom')).toHaveAttribute('placeholder', 'Camille');
    const funding = screen.getByRole('checkbox', { name: 'Je souhaite bénéficier du financement AGEFICE' });
    expect(funding).not.toBeChecked();
  });

  test('an empty form shows an error under each field and a summary that takes the focus', async () => {
    const { user, submit } = open();
    await user.click(submit);
    const summary = await screen.findByRole('group', { name: /À corriger/ });
    expect(summary).toHaveFocus();
    for (const [name, message] of Object.entries(messages)) {
      const field = document.querySelector(`[name=${name}]`);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
      expect(within(summary).getByRole('link', { name: message })).toHaveAttribute('href', `#${field?.id}`);
    }
    expect(sendContactMessage).not.toHaveBeenCalled();
  });
});

describe('contact hydration', () => {
  const { showPrerendered, hydrate } = prepareHydration({ Page });

  test.each([
    ['?utm_source=lettre&financement=agefice', true],
    ['?financement=autre', false],
  ])('a visit with "%s" hydrates the prerendered form, then chooses AGEFICE: %s', async (search, isChosen) => {
    window.history.replaceState(null, '', `/contact${search}`);
    const container = showPrerendered();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await userEvent.setup().type(screen.getByLabelText('Nom'), 'Martin');
    await hydrate(container);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(isChosen);
    expect(screen.getByLabelText('Nom')).toHaveValue('Martin');
  });
});
