import type { RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'owner',
  private: true,
  routes: [{ name: 'ownerSpace', path: '/espace', module: 'owner-page', title: 'Votre espace', description: '' }],
} as const satisfies RemoteContract;
