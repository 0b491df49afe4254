// The composer gives the address of the release's client files to the file that it evaluates.
__webpack_public_path__ = __release_base__;
