// The composer defines this variable for the file that it evaluates: the address of the release's client files.
__webpack_public_path__ = __release_base__;
