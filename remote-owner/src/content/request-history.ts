/** Labels of the history's actions. */
export const actions: Readonly<Record<string, string>> = {
  received: 'Demande reçue',
  confirmed: 'Confirmée',
  confirm: 'Confirmée',
  changed_day: 'Jour changé',
  change_day: 'Jour changé',
  cancelled: 'Annulée',
  cancel: 'Annulée',
  reopened: 'Rouverte',
  reopen: 'Rouverte',
  verified: 'Vérifiée',
  handled: 'Traitée',
  handle: 'Traitée',
  unhandled: 'Remise à traiter',
  note: 'Note modifiée',
  noted: 'Note modifiée',
  spam: 'Marquée indésirable',
};

export const mailKinds: Readonly<Record<string, string>> = {
  contact: 'Message reçu',
  reservation: 'Réservation reçue',
  dates: 'Dates ajoutées',
  digest: 'Résumé',
  receipt: 'Accusé de réception, au visiteur',
  confirmation: 'Confirmation, au visiteur',
  cancellation: 'Annulation, au visiteur',
};
