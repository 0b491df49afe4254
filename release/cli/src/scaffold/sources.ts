import { TO_COMPLETE } from '@site/release-core/publish/require-titled';

export const sourcesOf = (name: string): Readonly<Record<string, string>> => ({
  'contract.ts': contract(name),
  [`src/content/${name}.ts`]: content,
  [`src/${name}-page.tsx`]: page(name),
  [`src/${name}-page.test.tsx`]: test(name),
});

/** Letters and digits: `prep-guide` becomes `prepGuide`. */
const routeName = (name: string) => name.replaceAll(/-+([a-z0-9]?)/g, (_, next: string) => next.toUpperCase());

const contract = (name: string) => `import type { RemoteContract } from '@site/contract/routes';

export const contract = {
  name: '${name}',
  routes: [
    {
      name: '${routeName(name)}',
      path: '/${name}',
      module: '${name}-page',
      title: '${TO_COMPLETE}',
      description: '${TO_COMPLETE}',
    },
  ],
} as const satisfies RemoteContract;
`;

const content = `export const content = {
  title: '${TO_COMPLETE}',
  intro: '${TO_COMPLETE}',
  back: 'Retour à l’accueil',
} as const;
`;

const page = (name: string) => `import type { HostedPage } from '@site/contract/host';
import { PageHeader, TextLink } from '@site/shared-ui';
import { content } from './content/${name}';

export const Page: HostedPage = ({ host }) => (
  <PageHeader title={content.title} intro={content.intro}>
    <TextLink asChild>
      <host.Link to={host.paths.home}>{content.back}</host.Link>
    </TextLink>
  </PageHeader>
);
`;

const test = (name: string) => `import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { contract } from '../contract';
import { Page } from './${name}-page';

test('shows the title of the contract as its main heading', () => {
  renderInHost(<Page host={fakeHost()} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(contract.routes[0].title);
});
`;
