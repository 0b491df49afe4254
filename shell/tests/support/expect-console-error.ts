export const expectConsoleError = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
