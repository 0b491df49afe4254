declare let __webpack_public_path__: string;
/** Given by the composer to the file that it evaluates: the address of the release's client files. */
declare const __release_base__: string;

__webpack_public_path__ = __release_base__;
