/** French texts of the calendar that an owner's phone subscribes to. */
export const agendaWording = {
  name: 'Formations confirmées',
  phone: (phone: string) => `Téléphone\u00a0: ${phone}`,
};
