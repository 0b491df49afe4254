/**
 * A shell script that runs a command in a separate root folder, which contains the system's programs, two devices, Node
 * and the sandbox's script. Its arguments are the paths of Node and the script, then the command, which runs without
 * capabilities. It needs a user namespace.
 */
export const OWN_ROOT = `set -e
node=$1 script=$2 root=/mnt
shift 2
mount -t tmpfs -o mode=755,size=1m none $root
for folder in usr lib lib32 lib64 bin; do
  if [ -L /$folder ]; then cp -P /$folder $root
  elif [ -d /$folder ]; then mkdir $root/$folder && mount --rbind /$folder $root/$folder; fi
done
for file in /dev/null /dev/urandom "$node" "$script"; do
  [ -e "$root$file" ] && continue
  mkdir -p "$root\${file%/*}"
  : > "$root$file"
  mount --bind "$file" "$root$file"
done
exec chroot $root setpriv --bounding-set -all --inh-caps -all "$@"`;
