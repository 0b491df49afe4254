import {
  type Checker,
  type NodeHandle,
  type Project,
  type Symbol as Property,
  SignatureKind,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

const UNTYPED = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive;
const STRUCTURED = TypeFlags.Object | TypeFlags.Intersection;
/** Props hold the host, and the value of a context, which other props may hold. */
const DEPTH = 2;

/** Finds members of the host in types. A member keeps its declaration in `Pick`, in a spread and in a rest. */
export class HostTypes {
  readonly host: Type;
  readonly names: ReadonlySet<string>;
  private readonly checker: Checker;
  private readonly declared: ReadonlySet<string>;
  private readonly properties = new Map<number, readonly Property[]>();
  private readonly holders = new Map<string, boolean>();

  /**
   * @param file with the interface `Host`
   * @param own files whose types may hold the host
   */
  constructor(
    { program, checker }: Project,
    file: string,
    private readonly own: ReadonlySet<string>,
  ) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const host = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Host');
    if (!host) throw new Error(`${file} has no interface Host.`);
    this.checker = checker;
    this.host = checker.getDeclaredTypeOfSymbol(host);
    const members = checker.getPropertiesOfType(this.host);
    this.names = new Set(members.map(({ name }) => name));
    this.declared = new Set(members.flatMap(({ declarations }) => declarations.map(placeOf)));
  }

  isOwn = ({ path }: NodeHandle): boolean => this.own.has(path);

  isMember = ({ declarations }: Property): boolean => declarations.some((place) => this.declared.has(placeOf(place)));

  /** Returns the names of the host's members that a type has. */
  membersOf(type: Type): readonly string[] {
    return this.all(type)
      .filter(this.isMember)
      .map(({ name }) => name);
  }

  /** Whether the host can be reached from a value of this type. */
  isHolder(type: Type, depth = DEPTH): boolean {
    const key = `${type.id} ${depth}`;
    const known = this.holders.get(key);
    if (known !== undefined) return known;
    const properties = this.all(type);
    const own = properties.filter(({ declarations }) => declarations.some(this.isOwn));
    const values = depth > 0 && own.length > 0 ? this.checker.getTypeOfSymbol(own) : [];
    const isHolder = properties.some(this.isMember) || values.some((one) => one && this.isHolder(one, depth - 1));
    this.holders.set(key, isHolder);
    return isHolder;
  }

  /**
   * Follows a value into a place of another type.
   * @returns the members that the place names with declarations of its own, or null if it may read any
   */
  readIn(place: Type, value: Type, depth = DEPTH): readonly string[] | null {
    if (place.id === value.id || !this.isHolder(value, depth)) return [];
    if (this.isOpen(place)) return null;
    const wanted = new Map(this.all(place).map((property) => [property.name, property]));
    const read: string[] = [];
    for (const property of this.all(value)) {
      const into = wanted.get(property.name);
      if (!into || this.isMember(into)) continue;
      const [to, from] = this.checker.getTypeOfSymbol([into, property]);
      const deeper = this.isMember(property) ? [property.name] : to && from ? this.readIn(to, from, depth - 1) : [];
      if (!deeper) return null;
      read.push(...deeper);
    }
    return read;
  }

  /** Whether a place of this type may read any member, since the type names none. */
  private isOpen = (type: Type): boolean =>
    this.partsOf(type).some(
      (part) =>
        part.flags & UNTYPED ||
        this.checker.getIndexInfosOfType(part).some(({ keyType }) => keyType.flags & TypeFlags.String) ||
        (this.propertiesOf(part).length === 0 &&
          this.checker.getSignaturesOfType(part, SignatureKind.Call).length === 0),
    );

  /** Returns the types of a union, without primitive ones. */
  private partsOf(type: Type): readonly Type[] {
    if (type.isUnionType()) return type.getTypes().flatMap((part) => this.partsOf(part));
    if (!type.isTypeParameter()) return type.flags & (STRUCTURED | UNTYPED) ? [type] : [];
    const constraint = this.checker.getBaseConstraintOfType(type);
    return constraint ? this.partsOf(constraint) : [];
  }

  private propertiesOf(type: Type): readonly Property[] {
    const properties = this.properties.get(type.id) ?? this.checker.getPropertiesOfType(type);
    this.properties.set(type.id, properties);
    return properties;
  }

  private all = (type: Type) => this.partsOf(type).flatMap((part) => this.propertiesOf(part));
}

const placeOf = ({ path, index }: NodeHandle) => `${path} ${index}`;
