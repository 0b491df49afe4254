import type { Host } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormFooter } from './form-footer';
import { useReturnHome } from './return-home';

const words = { submit: 'Envoyer', sending: 'Envoi en cours...', direct: 'Par e-mail :', sent: 'C’est envoyé.' };

function Form({ host }: { readonly host: Host }) {
  const [isSent, setSent] = useState(false);
  const returnHome = useReturnHome(host, isSent, () => undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
      }}
    >
      <FormFooter
        host={host}
        form={{ isSubmitting: false, returnHome, doubts: { open: [], times: 0 } }}
        words={words}
        recap={isSent ? [] : undefined}
        problem={undefined}
      />
    </form>
  );
}

test('the footer offers the button, the other ways to write and the use of the data', () => {
  const host = fakeHost();
  renderInHost(<Form host={host} />);
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  expect(screen.getByRole('link', { name: host.site.email })).toHaveAttribute('href', `mailto:${host.site.email}`);
  expect(screen.getByRole('link', { name: host.site.phone })).toHaveAttribute('href', 'tel:+33639980000');
  const both = screen.getByRole('link', { name: host.site.phone }).closest('p');
  expect(both?.textContent).toContain(`${host.site.email} ou\u00a0${host.site.phone}`);
  expect(screen.getByText(/Atelier Relance utilise ces données/)).toBeVisible();
  const more = screen.getByRole('link', { name: 'En savoir plus sur vos données' });
  expect(more).toHaveAttribute('href', '/mentions-legales');
});

test('« Rester ici » replaces the sentence that announces the return home', async () => {
  renderInHost(<Form host={fakeHost()} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  const stay = await screen.findByText('Rester ici');
  expect(screen.getByText('Vous allez revenir à l’accueil.')).toBeVisible();
  expect(screen.getByText('Vous restez sur cette page.')).not.toBeVisible();
  await user.click(stay);
  expect(screen.getByText('Vous allez revenir à l’accueil.')).not.toBeVisible();
  expect(screen.getByText('Vous restez sur cette page.')).toBeVisible();
  expect(screen.getByText('Revenir à l’accueil')).toHaveAttribute('href', '/');
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
});
