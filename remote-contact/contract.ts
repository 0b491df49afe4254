import type { RemoteContract } from '@site/shared-ui/host';

export const contract = {
  name: 'contact',
  routes: [
    {
      name: 'contact',
      path: '/contact',
      module: 'contact-page',
      title: 'Contactez-nous',
      description: 'Une question sur la journée de formation, vos dates ou votre financement ? Écrivez-nous.',
    },
  ],
} as const satisfies RemoteContract;
