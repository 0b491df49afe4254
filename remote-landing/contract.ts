import type { RemoteContract } from '@site/shared-ui/host';

export const contract = {
  name: 'landing',
  routes: [
    {
      name: 'home',
      path: '/',
      module: 'landing-page',
      title: 'Formation automatisation immobilière en un jour',
      description:
        'Une journée à distance, seul avec le formateur : vous installez trois automatisations pour vos relances, vos alertes et vos contacts. 199 € TTC, ou financée.',
    },
  ],
} as const satisfies RemoteContract;
