import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'contact',
  routes: [
    {
      name: 'contact',
      path: PATHS.contact,
      module: 'contact-page',
      title: 'Contactez-nous',
      description: 'Une question sur la journée de formation, vos dates ou votre financement ? Écrivez-nous.',
    },
  ],
} as const satisfies RemoteContract;
