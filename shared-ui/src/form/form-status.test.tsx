import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInHost } from '../testing';
import { TextField } from './fields';
import { ErrorSummary, FormStatus } from './form-status';

describe('form status', () => {
  test('a form status is mounted while it is empty', () => {
    renderInHost(<FormStatus tone="success" />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('a form status announces a success politely and an error at once', async () => {
    renderInHost(
      <>
        <FormStatus tone="success">Votre message est parti.</FormStatus>
        <FormStatus tone="error">Votre message n’est pas parti.</FormStatus>
      </>,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Votre message est parti.');
    expect(screen.getByRole('alert')).toHaveTextContent('Votre message n’est pas parti.');
  });
});

describe('error summary', () => {
  const errors = { nom: 'Le nom est trop court', email: "L'adresse n'est pas valide" };

  function form(attempt: number, shown: Partial<typeof errors> = errors) {
    return (
      <form aria-label="Contact">
        <ErrorSummary title="À corriger" errors={shown} submitCount={attempt} />
        <TextField label="Nom" name="nom" />
        <TextField label="E-mail" name="email" />
      </form>
    );
  }

  test('the error summary takes the focus after a refused submit and lists the errors', async () => {
    renderInHost(form(1));
    const summary = screen.getByRole('group', { name: 'À corriger' });
    expect(summary).toHaveFocus();
    expect(summary).toHaveAccessibleDescription("Le nom est trop court L'adresse n'est pas valide");
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });

  test('a link of the error summary focuses its field and leaves the URL unchanged', async () => {
    renderInHost(form(1));
    await userEvent.setup().click(screen.getByRole('link', { name: "L'adresse n'est pas valide" }));
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus();
    expect(window.location.hash).toBe('');
  });

  test('the error summary leaves the focus in the corrected field until the next refused submit', async () => {
    const { rerender } = renderInHost(form(1));
    const field = screen.getByRole('textbox', { name: 'Nom' });
    await userEvent.setup().click(field);
    rerender(form(1, { nom: errors.nom }));
    expect(field).toHaveFocus();
    rerender(form(2, { nom: errors.nom }));
    expect(screen.getByRole('group')).toHaveFocus();
  });

  test('the error summary leaves the focus in the field when an error comes back while the visitor types', async () => {
    const { rerender } = renderInHost(form(1));
    const field = screen.getByRole('textbox', { name: 'Nom' });
    rerender(form(1, {}));
    await userEvent.setup().click(field);
    rerender(form(1));
    expect(field).toHaveFocus();
  });

  test('the error summary takes the focus when the errors arrive after the submit was counted', () => {
    const { rerender } = renderInHost(form(1, {}));
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
    rerender(form(1));
    expect(screen.getByRole('group')).toHaveFocus();
  });
});
