import type { Page } from '@playwright/test';

export const CONTACT = { Prénom: 'Camille', Nom: 'Martin', Téléphone: '06 39 98 00 00' };

export const contactField = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });

export async function fillContact(page: Page, email: string) {
  for (const [name, value] of Object.entries({ ...CONTACT, 'E-mail': email })) {
    await contactField(page, name).fill(value);
  }
}

export const sendContact = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true }).click();
