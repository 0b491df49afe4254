/** Euros, all taxes included. */
export const STANDARD_PRICE = 199;
export const FUNDED_PRICE = 320;

/** The owner's estimate of the example chatbot's value, in euros. */
export const CHATBOT_VALUE = 430;

export const TAX_INCLUDED = ' TTC';

export const inEuros = (amount: number) => `${amount} €`;
export const inEurosTtc = (amount: number) => `${inEuros(amount)}${TAX_INCLUDED}`;
