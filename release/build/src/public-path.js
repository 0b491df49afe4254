// The composer defines `__release_base__`, the URL of the release's client files, when it evaluates this file.
__webpack_public_path__ = __release_base__;
