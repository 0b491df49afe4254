import { MANAGE_PATH } from '@site/contract/addresses';
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
        'Choisissez vos dates pour une journée de formation à distance, en tête-à-tête avec le formateur\u00a0: trois automatisations installées le soir même.',
    },
    {
      name: 'manageBooking',
      path: MANAGE_PATH,
      module: 'manage-page',
      title: 'Gérer ma demande',
      description: 'Votre demande de réservation\u00a0: où elle en est, l’annuler ou proposer un autre jour.',
      noindex: true,
    },
  ],
} as const satisfies RemoteContract;
