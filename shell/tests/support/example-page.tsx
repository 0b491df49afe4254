import type { HostedPage, PageModule } from '@site/contract/host';
import type { RemoteRoute } from '@site/contract/routes';
import { PageHeader, Section, useHydrated } from '@site/shared-ui';
import { useId, useState } from 'react';

/** An example of a remote's page: a title, a link within the page, a form that works once hydrated. */
export function examplePage({ title, path }: RemoteRoute): PageModule {
  const Page: HostedPage = ({ host: { Link, notify } }) => {
    const isHydrated = useHydrated();
    const [name, setName] = useState('');
    const id = useId();
    return (
      <>
        <PageHeader title={title} />
        <Link to={`${path}#cta`}>Aller au bas de la page</Link>
        <form aria-label="Demande" onSubmit={(event) => event.preventDefault()}>
          <label htmlFor={id}>Nom</label>
          <input id={id} value={name} onChange={(event) => setName(event.target.value)} />
          <button
            type="submit"
            disabled={!isHydrated}
            onClick={() => notify({ title: `Merci ${name}`, tone: 'success' })}
          >
            Envoyer
          </button>
        </form>
        <Section id="cta">Réservez votre journée</Section>
      </>
    );
  };
  return { Page };
}
