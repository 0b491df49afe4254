/** For tests that expect an error on the console; returns the spy. */
export const expectConsoleError = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
