import { PATHS, type RemoteContract } from '@site/contract/routes';

export const contract = {
  name: 'booking',
  routes: [
    {
      name: 'booking',
      path: PATHS.booking,
      module: 'booking-page',
      title: 'Réserver vos sessions',
      description:
        'Choisissez vos dates pour une journée de formation à distance, en tête-à-tête avec le formateur : trois automatisations installées en huit heures.',
    },
  ],
} as const satisfies RemoteContract;
