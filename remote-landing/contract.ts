import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'landing',
  routes: [
    {
      name: 'home',
      path: PATHS.home,
      module: 'landing-page',
      title: 'Formation automatisation immobilière en un jour',
      description:
        'Une journée à distance, en tête-à-tête : trois automatisations pour vos relances, vos alertes et vos contacts. 199 € TTC, ou formule finançable sous conditions (320 € TTC).',
    },
  ],
} as const satisfies RemoteContract;
